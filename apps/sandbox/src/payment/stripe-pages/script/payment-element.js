import { connectionError, IntegrationError, need } from './errors.js'
import { createFrame } from './frame.js'

const title = 'Secure payment input frame'

/** `elements.create('payment')`; `group` has what the Elements were made with. */
export function createPaymentElement(group, options = {}) {
  const handlers = new Map()
  const handlersOf = (type) => handlers.get(type) ?? handlers.set(type, new Set()).get(type)
  const emit = (type, detail = {}) => {
    for (const handler of handlersOf(type)) handler({ elementType: 'payment', ...detail })
  }
  let settings = options
  let frame
  let isDestroyed = false
  const onEvent = (type, detail) => {
    if (type === 'height') frame.element.style.height = `${detail.height}px`
    else if (type === 'unreachable') emit('loaderror', { error: connectionError })
    else emit(type, detail)
  }
  const element = {
    _call: (act, detail) => {
      if (!frame)
        throw new IntegrationError(
          'Invalid value for elements: the Payment Element is not mounted. Mount it before you confirm.',
        )
      return frame.call(act, detail)
    },
    _start: () => ({ ...group(), options: settings }),
    mount: (target) => {
      if (isDestroyed) throw new IntegrationError('This Element has been destroyed. Please create a new one.')
      const parent = typeof target === 'string' ? document.querySelector(target) : target
      need(parent, `The selector you specified (${String(target)}) applies to no DOM elements on the page.`)
      element.unmount()
      frame = createFrame('/elements/payment', title, onEvent)
      frame.element.style.height = '260px'
      parent.replaceChildren(frame.element)
      emit('loaderstart')
      void frame.call('start', element._start())
    },
    unmount: () => {
      frame?.remove()
      frame = undefined
    },
    destroy: () => {
      element.unmount()
      isDestroyed = true
      handlers.clear()
    },
    update: (changes) => {
      settings = { ...settings, ...changes }
      if (frame) void frame.call('update', element._start())
      return element
    },
    on: (type, handler) => {
      handlersOf(type).add(handler)
      return element
    },
    once: (type, handler) => {
      const one = (event) => {
        element.off(type, one)
        handler(event)
      }
      return element.on(type, one)
    },
    off: (type, handler) => {
      if (handler) handlersOf(type).delete(handler)
      else handlers.delete(type)
      return element
    },
    focus: () => {
      frame?.element.focus()
      if (frame) void frame.call('focus')
    },
    blur: () => frame && void frame.call('blur'),
    clear: () => frame && void frame.call('clear'),
    collapse: () => element,
  }
  return element
}
