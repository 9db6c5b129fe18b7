"""Settings of hypothesis that hold on a machine of any speed."""

from hypothesis import HealthCheck, settings

unhurried = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
