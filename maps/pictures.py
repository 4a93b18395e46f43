"""Makes the pictures of `docs/maps/`: each board as `gunki map` draws it, small enough for a web page."""

import io

from PIL import Image

from gunki.draw.map_picture import draw_map
from gunki.draw.png import to_png
from maps.config import HERE

FOLDER = HERE.parent / "docs" / "maps"
WIDTH, QUALITY = 1600, 82


def picture(game: str) -> None:
    png = to_png(draw_map(game), WIDTH)
    FOLDER.mkdir(parents=True, exist_ok=True)
    Image.open(io.BytesIO(png)).convert("RGB").save(FOLDER / f"{game}.webp", "WEBP", quality=QUALITY, method=6)
