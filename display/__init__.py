"""What people see and hear: it draws the table's public view and sends back what they want."""
