"""One module per `tapis` command, imported only when it is called."""
