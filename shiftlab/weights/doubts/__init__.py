"""What may be wrong with weights, and the sentences that say it."""
