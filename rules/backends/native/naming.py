"""Names lowered functions in flat code, as the Python back end does."""

from lazaretto.rules.lower.ir import Ref


def function_name(ref: Ref) -> str:
    """Return the name of a lowered function: `value_12`, `open_3_2`."""
    step = f"_{ref.step}" if ref.step else ""
    return f"{ref.role.value}_{ref.number}{step}"
