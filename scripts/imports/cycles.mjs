/**
 * The groups of files that import themselves by way of each other: Tarjan's strongly connected components.
 * @param {Map<string, readonly string[]>} graph
 */
export function cyclesIn(graph) {
  const cycles = []
  const order = new Map()
  const lowest = new Map()
  const open = []
  const visit = (file) => {
    order.set(file, order.size)
    lowest.set(file, order.get(file))
    open.push(file)
    for (const to of graph.get(file) ?? []) {
      if (!order.has(to)) visit(to)
      if (open.includes(to)) lowest.set(file, Math.min(lowest.get(file), lowest.get(to)))
    }
    if (lowest.get(file) !== order.get(file)) return
    const group = open.splice(open.indexOf(file))
    if (group.length > 1 || graph.get(file)?.includes(file))
      cycles.push(group.toSorted((one, other) => one.localeCompare(other)))
  }
  for (const file of graph.keys()) if (!order.has(file)) visit(file)
  return cycles
}
