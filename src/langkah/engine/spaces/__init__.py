"""The spaces that can be explored, each only with its states and its loops; `langkah.engine.layers` drives them."""
