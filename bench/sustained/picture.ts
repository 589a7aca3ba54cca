/** A line of values over time. */
export interface Series {
  readonly name: string
  /** One of the colours of the style below. */
  readonly colour: 'blue' | 'orange'
  readonly points: readonly (readonly [seconds: number, value: number])[]
}

export interface Panel {
  readonly title: string
  readonly unit: string
  readonly series: readonly Series[]
  /** A dashed line. */
  readonly limit?: number
}

const width = 860
const left = 64
const right = 20
const top = 64
const panelHeight = 150
const gap = 46
/** Both backgrounds are drawn: the picture is readable wherever it is placed. */
const style = `
  .paper { fill: #ffffff } text { fill: #1f2328; font: 13px system-ui, sans-serif } .title { font-size: 16px; font-weight: 600 }
  .name { font-weight: 600 } .small { fill: #59636e; font-size: 12px } .grid { stroke: #d1d9e0; stroke-width: 1 }
  .limit { stroke: #59636e; stroke-width: 1; stroke-dasharray: 5 4 } .line { fill: none; stroke-width: 1.6; stroke-linejoin: round }
  .blue { stroke: #0b62c4 } .orange { stroke: #b85300 } text.blue { stroke: none; fill: #0b62c4 } text.orange { stroke: none; fill: #b85300 }
  @media (prefers-color-scheme: dark) {
    .paper { fill: #0d1117 } text { fill: #f0f6fc } .small { fill: #9198a1 } .grid { stroke: #3d444d } .limit { stroke: #9198a1 }
    .blue { stroke: #6cb0ff } .orange { stroke: #f0883e } text.blue { fill: #6cb0ff } text.orange { fill: #f0883e }
  }`

/** Panels below one another with the same time, as SVG. */
export function drawPanels(
  title: string,
  subtitle: string,
  seconds: number,
  panels: readonly Panel[],
): string {
  const height = top + panels.length * (panelHeight + gap)
  const label = `${title}: ${panels.map((panel) => panel.title.toLowerCase()).join(', ')} over time`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escape(label)}">`,
    `<style>${style}\n</style>`,
    `<rect class="paper" width="${width}" height="${height}"/>`,
    `<text class="title" x="${left}" y="26">${escape(title)}</text>`,
    `<text class="small" x="${left}" y="44">${escape(subtitle)}</text>`,
    ...panels.map((panel, index) => drawPanel(panel, top + index * (panelHeight + gap), seconds)),
    `</svg>\n`,
  ].join('\n')
}

function drawPanel({ title, unit, series, limit }: Panel, y: number, seconds: number): string {
  const most = Math.max(limit ?? 0, ...series.flatMap(({ points }) => points.map(([, value]) => value)))
  const ticks = ticksUpTo(most)
  const highest = ticks.at(-1) ?? 1
  const bottom = y + 20 + panelHeight - 20
  const xOf = (second: number) => round(left + (second / seconds) * (width - left - right))
  const yOf = (value: number) => round(bottom - (value / highest) * (panelHeight - 20))
  const across = (class_: string, value: number) =>
    `<line class="${class_}" x1="${left}" x2="${width - right}" y1="${yOf(value)}" y2="${yOf(value)}"/>`
  let nameX = width - right
  // One line needs no name besides the title.
  const named = series.length > 1 ? series.toReversed() : []
  const names = named.map(({ name, colour }) => {
    const text = `<text class="small ${colour}" x="${nameX}" y="${y + 8}" text-anchor="end">${escape(name)}</text>`
    nameX -= name.length * 6.5 + 18
    return text
  })
  return [
    `<text class="name" x="${left}" y="${y + 8}">${escape(title)}</text>`,
    ...names,
    ...ticks.flatMap((tick) => [
      across('grid', tick),
      `<text class="small" x="${left - 8}" y="${yOf(tick) + 4}" text-anchor="end">${tick}${tick === highest ? ` ${escape(unit)}` : ''}</text>`,
    ]),
    ...timesUpTo(seconds).map(
      ([second, text]) =>
        `<text class="small" x="${xOf(second)}" y="${bottom + 17}" text-anchor="middle">${text}</text>`,
    ),
    limit === undefined ? '' : across('limit', limit),
    ...series.map(
      ({ colour, points }) =>
        `<polyline class="line ${colour}" points="${points.map(([second, value]) => `${xOf(second)},${yOf(value)}`).join(' ')}"/>`,
    ),
  ].join('\n')
}

/** Round numbers from 0 to at least the most, four or five of them. */
export function ticksUpTo(most: number): number[] {
  const rough = Math.max(most, 1) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((one) => one >= rough) ?? rough
  return Array.from({ length: Math.ceil(Math.max(most, 1) / step) + 1 }, (_, n) =>
    Number((n * step).toPrecision(6)),
  )
}

function timesUpTo(seconds: number): [number, string][] {
  const step = seconds > 150 ? 60 * Math.ceil(seconds / 600) : 10
  const unit = step >= 60 ? 'min' : 's'
  return Array.from({ length: Math.floor(seconds / step) + 1 }, (_, n): [number, string] => {
    const second = n * step
    const value = unit === 'min' ? second / 60 : second
    return [second, n === 0 ? `0 ${unit}` : String(value)]
  })
}

const round = (value: number) => Math.round(value * 10) / 10
const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
