"""The live picture: a figure that stays, what moves in it, and the frames that are sent."""
