"""Every screen as a list of widgets; `layout` chooses the one that is shown."""
