"""Every screen in the states that matter, for `tapis screens` and its tests."""
