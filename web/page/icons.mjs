// Draws the logo of the page: nine cells, one of them highlighted. It is a PNG, because phones install no SVG.
import { crc32, deflateSync } from 'node:zlib';

const [BLUE, CELL, LIT] = [
  [12, 71, 233],
  [152, 174, 245],
  [255, 216, 77],
];
// Sizes as fractions of the width.
const [FIRST, STEP, SIDE, ROUND] = [6 / 32, 7 / 32, 6 / 32, 1.5 / 32];
const CORNER = 7 / 32;
/** The number of points in each direction whose mean is the color of a pixel. */
const POINTS = 4;

/** Returns whether a point is in a square with round corners. */
function isInside(x, y, left, top, side, round) {
  const [across, down] = [Math.abs(x - left - side / 2), Math.abs(y - top - side / 2)].map(
    (far) => far - side / 2 + round,
  );
  return across <= round && down <= round && Math.hypot(Math.max(across, 0), Math.max(down, 0)) <= round;
}

/** Returns the color and opacity of a point. A maskable icon fills the square, with the logo in its middle. */
function colourAt(x, y, isMaskable) {
  if (!isMaskable && !isInside(x, y, 0, 0, 1, CORNER)) return undefined;
  const [inX, inY] = isMaskable ? [x, y].map((at) => (at - 0.5) / 0.8 + 0.5) : [x, y];
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++) {
      if (isInside(inX, inY, FIRST + column * STEP, FIRST + row * STEP, SIDE, ROUND))
        return row === 1 && column === 1 ? LIT : CELL;
    }
  }
  return BLUE;
}

function chunk(kind, data) {
  const body = Buffer.concat([Buffer.from(kind, 'ascii'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** Returns the logo as a PNG with this width and height in pixels. */
export function icon(size, isMaskable) {
  const width = size * 4 + 1;
  const rows = Buffer.alloc(width * size);
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const sum = [0, 0, 0, 0];
      for (let point = 0; point < POINTS * POINTS; point++) {
        const [across, down] = [point % POINTS, Math.floor(point / POINTS)].map((at) => (at + 0.5) / POINTS);
        const colour = colourAt((x + across) / size, (y + down) / size, isMaskable);
        if (colour) for (const [at, part] of [...colour, 255].entries()) sum[at] += part;
      }
      const seen = sum[3] / 255 || 1;
      const pixel = [sum[0] / seen, sum[1] / seen, sum[2] / seen, sum[3] / (POINTS * POINTS)].map(Math.round);
      rows.set(pixel, y * width + 1 + x * 4);
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  // Red, green, blue and opacity have eight bits each.
  head.set([8, 6, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
