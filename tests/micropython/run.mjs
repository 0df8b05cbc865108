// Runs a Python script on MicroPython: node run.mjs INTERPRETER ROOT SCRIPT FILE...
// SCRIPT and the FILEs, paths below ROOT, are all the interpreter sees of the world.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

const [interpreter, root, script, ...files] = process.argv.slice(2);
const { loadMicroPython } = await import(pathToFileURL(interpreter));
const python = await loadMicroPython({ heapsize: 8 * 1024 * 1024, stdout: (line) => console.log(line) });

const made = new Set(["/"]);
function folder(path) {
    if (!made.has(path)) {
        folder(dirname(path));
        python.FS.mkdir(path);
        made.add(path);
    }
}
for (const file of [script, ...files]) {
    folder(dirname("/table/" + file));
    python.FS.writeFile("/table/" + file, readFileSync(join(root, file)));
}
python.FS.chdir("/table");
python.runPython(`import sys\nsys.path[:] = ["/table"]`);
try {
    python.runPython(readFileSync(join(root, script), "utf8"));
} catch (error) {
    console.error(String(error.message ?? error));
    process.exit(1);
}
