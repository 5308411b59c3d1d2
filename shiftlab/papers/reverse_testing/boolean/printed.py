"""What Fan and Davidson (2006) print about their simulation with Boolean variables."""

#: The share of draws in which (3) holds: "around 99.9% of the time", section 7.
SHARE = 0.999
