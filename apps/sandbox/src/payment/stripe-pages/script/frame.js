import { stripeOrigin } from './origin.js'

/**
 * A page of Stripe's within the product's. The two talk by messages alone; each side checks the window and the origin that
 * a message comes from, so that what is typed there never reaches the product.
 */
export function createFrame(path, title, onEvent) {
  const element = document.createElement('iframe')
  element.title = title
  element.src = `${stripeOrigin}${path}?origin=${encodeURIComponent(location.origin)}`
  element.allow = 'payment *'
  Object.assign(element.style, { border: '0', width: '100%', display: 'block', colorScheme: 'normal' })
  const calls = new Map()
  const held = []
  let lastCall = 0
  let isLoaded = false

  const post = (message) => {
    if (isLoaded) element.contentWindow.postMessage(message, stripeOrigin)
    else held.push(message)
  }
  const hear = ({ source, origin, data }) => {
    if (source !== element.contentWindow || origin !== stripeOrigin) return
    if (data.event === 'loaded') {
      isLoaded = true
      for (const message of held.splice(0)) post(message)
    } else if (data.event) onEvent(data.event, data.detail)
    else {
      calls.get(data.answers)?.(data.result)
      calls.delete(data.answers)
    }
  }
  window.addEventListener('message', hear)
  // A page that could not be opened says nothing, and its frame has loaded all the same.
  element.addEventListener('load', () => setTimeout(() => isLoaded || onEvent('unreachable'), 5000))
  return {
    element,
    /** What the page in the frame answers. */
    call: (act, detail) =>
      new Promise((resolve) => {
        lastCall += 1
        calls.set(lastCall, resolve)
        post({ call: lastCall, act, detail })
      }),
    remove: () => {
      window.removeEventListener('message', hear)
      element.remove()
    },
  }
}
