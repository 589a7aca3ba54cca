/** An event as the service sends it (HTML Living Standard § 9.2.6); what it does not send is not read. */
export interface ServerEvent {
  readonly name: string
  readonly data: string
}

/** Takes the text as it comes in, in whatever pieces, and gives the events that are complete. */
export function eventReader(): (piece: string) => ServerEvent[] {
  let rest = ''
  return (piece) => {
    const blocks = (rest + piece).split('\n\n')
    rest = blocks.pop() ?? ''
    return blocks.map(toEvent).filter((event) => event !== null)
  }
}

function toEvent(block: string): ServerEvent | null {
  const lines = block.split('\n')
  const valuesOf = (field: string) =>
    lines.filter((line) => line.startsWith(`${field}: `)).map((line) => line.slice(field.length + 2))
  const data = valuesOf('data')
  return data.length > 0 ? { name: valuesOf('event')[0] ?? 'message', data: data.join('\n') } : null
}
