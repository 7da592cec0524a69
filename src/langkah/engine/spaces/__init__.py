"""The spaces that can be explored, each with its own states and loops; `langkah.engine.layers` drives them."""
