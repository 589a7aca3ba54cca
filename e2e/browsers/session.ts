/** One window of a browser that is driven by a W3C protocol. Positions are in CSS pixels from the window's top left corner. */
export interface BrowserSession {
  navigate(url: string): Promise<void>
  /** The value of a JavaScript expression in the page, as JSON. */
  evaluate(expression: string): Promise<unknown>
  /** WebDriver §17.5 and WebDriver BiDi `input.performActions` take the same sources. */
  perform(sources: readonly object[]): Promise<void>
  chooseFile(selector: string, path: string): Promise<void>
  resize(width: number, height: number): Promise<void>
  /** What the browser complained of; null where it does not say. */
  complaints(): readonly string[] | null
  close(): Promise<void>
}

const mouse = (actions: readonly object[]) => ({
  type: 'pointer',
  id: 'mouse',
  parameters: { pointerType: 'mouse' },
  actions,
})

export interface Point {
  readonly x: number
  readonly y: number
}

const at = ({ x, y }: Point) => ({ x: Math.round(x), y: Math.round(y), duration: 0 })
const down = { type: 'pointerDown', button: 0 }
const up = { type: 'pointerUp', button: 0 }

export const clicked = (point: Point) => [mouse([{ type: 'pointerMove', ...at(point) }, down, up])]

/** Along all points with the button held. */
export const dragged = ([first, ...rest]: readonly [Point, ...Point[]]) => [
  mouse([
    { type: 'pointerMove', ...at(first) },
    down,
    ...rest.map((point) => ({ type: 'pointerMove', ...at(point), duration: 20 })),
    up,
  ]),
]

export const typed = (text: string) => [
  {
    type: 'key',
    id: 'keyboard',
    actions: [...text].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]),
  },
]
