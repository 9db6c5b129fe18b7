"""The checker: turns syntax trees and tables into the typed tree; it returns every mistake as a value."""
