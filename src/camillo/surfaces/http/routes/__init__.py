"""Routes, a module for each resource; :data:`camillo.surfaces.http.api.RESOURCES` lists them."""
