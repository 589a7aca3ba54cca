/** The page that this one is a frame of. Only messages from its window and its origin count. */
const parentOrigin = new URLSearchParams(location.search).get('origin') ?? location.origin

export function tell(event, detail) {
  parent.postMessage({ event, detail }, parentOrigin)
}

/** `acts` answers the calls of the parent by their names. */
export function listen(acts) {
  addEventListener('message', ({ source, origin, data }) => {
    if (source !== parent || origin !== parentOrigin || !Object.hasOwn(acts, data.act)) return
    void Promise.resolve(acts[data.act](data.detail)).then((result) =>
      parent.postMessage({ answers: data.call, result }, parentOrigin),
    )
  })
  new ResizeObserver(() => tell('height', { height: document.documentElement.offsetHeight })).observe(
    document.documentElement,
  )
  addEventListener('keydown', (event) => event.key === 'Escape' && tell('escape'))
  tell('loaded')
}
