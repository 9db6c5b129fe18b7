"""From syntax trees and tables to the checked program model; every mistake comes back as a value."""
