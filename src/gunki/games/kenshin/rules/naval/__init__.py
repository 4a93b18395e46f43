"""Chapter 16: navies - supply lines over the sea, moving ships, naval battles, transport."""
