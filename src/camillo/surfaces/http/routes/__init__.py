"""Routes, a module for each resource; :data:`camillo.surfaces.http.app.RESOURCES` lists them."""
