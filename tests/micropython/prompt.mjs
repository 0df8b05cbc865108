// A board at the MicroPython prompt: node prompt.mjs INTERPRETER, the serial line on stdin and stdout.
// Ends when the board is reset, and then tells on stderr what is on its file system, as JSON.
import { pathToFileURL } from "node:url";

const { loadMicroPython } = await import(pathToFileURL(process.argv[2]));
const python = await loadMicroPython({ linebuffer: false, stdout: (data) => process.stdout.write(data) });

function files(folder) {
    const found = {};
    for (const name of python.FS.readdir(folder)) {
        const path = folder + "/" + name;
        if (name === "." || name === "..") continue;
        if (python.FS.isDir(python.FS.stat(path).mode)) Object.assign(found, files(path));
        else found[path.slice("/flash/".length)] = python.FS.readFile(path, { encoding: "utf8" });
    }
    return found;
}

python.registerJsModule("machine", {
    reset() {
        process.stderr.write(JSON.stringify(files("/flash")));
        process.exit(0);
    },
});
python.FS.mkdir("/flash");
python.FS.chdir("/flash");
// The browser's number for "no such file" is 44; boards, and so mpremote, say 2.
python.runPython(`
import builtins, os, sys
def like_a_board(function):
    def call(*args):
        try:
            return function(*args)
        except OSError as error:
            raise OSError(2 if error.errno == 44 else error.errno)
    return call
class Os:
    real = os
    def __getattr__(self, name):
        value = getattr(self.real, name)
        return like_a_board(value) if callable(value) else value
sys.modules["os"] = Os()
builtins.open = like_a_board(open)
`);
python.replInit();

// Two things mpremote says when it connects are beyond this build, which cannot wait for input: a soft reset
// at the raw prompt, and the question whether code may come by raw paste, which is answered with no.
const SOFT_REBOOT = "OK\r\nMPY: soft reboot\r\nraw REPL; CTRL-B to exit\r\n>";
const MAY_I_PASTE = "\x05A\x01";

let before = "";
process.stdin.on("data", (data) => {
    for (const part of data.toString("latin1").split(/(\x05A\x01)/)) {
        if (part === MAY_I_PASTE) process.stdout.write("R\x00");
        else for (const char of part) hear(char);
    }
});

function hear(char) {
    if (char === "\x04" && before === "\x01") process.stdout.write(SOFT_REBOOT);
    else python.replProcessChar(char.charCodeAt(0));
    before = char;
}
