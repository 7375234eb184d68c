import type { Raster } from '../../src/format/png.ts';

export type Colour = readonly [red: number, green: number, blue: number];

/** A picture to draw on, white at first; what lies outside it is cut off. */
export class Canvas implements Raster {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.rgb = new Uint8Array(width * height * 3).fill(255);
  }

  /** Sets a pixel by its number, counted row by row from the top. */
  setPixel(pixel: number, [red, green, blue]: Colour): void {
    this.rgb[pixel * 3] = red;
    this.rgb[pixel * 3 + 1] = green;
    this.rgb[pixel * 3 + 2] = blue;
  }

  point(x: number, y: number, colour: Colour): void {
    const [column, row] = [Math.round(x), Math.round(y)];
    if (column >= 0 && column < this.width && row >= 0 && row < this.height)
      this.setPixel(row * this.width + column, colour);
  }

  rectangle(x: number, y: number, width: number, height: number, colour: Colour): void {
    for (let row = y; row < y + height; row++)
      for (let column = x; column < x + width; column++) this.point(column, row, colour);
  }

  dot(x: number, y: number, radius: number, colour: Colour): void {
    const reach = Math.ceil(radius);
    for (let dy = -reach; dy <= reach; dy++)
      for (let dx = -reach; dx <= reach; dx++)
        if (dx * dx + dy * dy <= radius * radius) this.point(x + dx, y + dy, colour);
  }

  ring(x: number, y: number, radius: number, colour: Colour): void {
    const steps = Math.ceil(radius * 8);
    for (let i = 0; i < steps; i++) {
      const angle = (i / steps) * 2 * Math.PI;
      for (const wide of [0, 0.7, 1.4])
        this.point(x + Math.cos(angle) * (radius + wide), y + Math.sin(angle) * (radius + wide), colour);
    }
  }

  line([x, y]: readonly [number, number], [toX, toY]: readonly [number, number], colour: Colour): void {
    const steps = Math.ceil(Math.max(Math.abs(toX - x), Math.abs(toY - y), 1));
    for (let i = 0; i <= steps; i++) this.point(x + ((toX - x) * i) / steps, y + ((toY - y) * i) / steps, colour);
  }

  /** Small letters and digits, 12 pixels a letter; capitals are written small, other signs are left blank. */
  text(x: number, y: number, text: string, colour: Colour): void {
    [...text.toLowerCase()].forEach((letter, i) => {
      (GLYPHS[letter] ?? '').match(/../g)?.forEach((column, dx) => {
        const bits = Number.parseInt(column, 16);
        for (let dy = 0; dy < 7; dy++)
          if ((bits >> dy) & 1)
            this.rectangle(x + i * LETTER_WIDTH + dx * DOT_WIDTH, y + dy * DOT_WIDTH, DOT_WIDTH, DOT_WIDTH, colour);
      });
    });
  }
}

const DOT_WIDTH = 2;
const LETTER_WIDTH = 12;

/** Letters of five columns, each the seven dots of a column from the top as bits from the lowest. */
const GLYPHS: Readonly<Record<string, string>> = {
  '0': '3e5149453e',
  '1': '00427f4000',
  '2': '4261514946',
  '3': '2141454b31',
  '4': '1814127f10',
  '5': '2745454539',
  '6': '3c4a494930',
  '7': '0171090503',
  '8': '3649494936',
  '9': '064949291e',
  a: '2054545478',
  b: '7f48444438',
  c: '3844444420',
  d: '384444487f',
  e: '3854545418',
  f: '087e090102',
  g: '0c5252523e',
  h: '7f08040478',
  i: '00447d4000',
  j: '2040443d00',
  k: '7f10284400',
  l: '00417f4000',
  m: '7c04180478',
  n: '7c08040478',
  o: '3844444438',
  p: '7c14141408',
  q: '081414187c',
  r: '7c08040408',
  s: '4854545420',
  t: '043f444020',
  u: '3c4040207c',
  v: '1c2040201c',
  w: '3c4030403c',
  x: '4428102844',
  y: '0c5050503c',
  z: '4464544c44',
  '-': '0808080808',
  '.': '0060600000',
  ',': '0050300000',
  '%': '2313086462',
  ':': '0036360000',
  '/': '2010080402',
};
