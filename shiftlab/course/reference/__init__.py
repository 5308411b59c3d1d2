"""What a lesson takes along: the comparison with the paper, the chart for Monday, letters and words."""
