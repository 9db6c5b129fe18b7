"""The checker: from syntax trees and tables to the typed tree; every mistake is returned as a value."""
