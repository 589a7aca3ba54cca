/* Countersign: sign in a frame of your page. {origin}/docs/embedding */
;(function () {
  'use strict'
  const origin = '{origin}'

  /**
   * Shows a signing link in a frame.
   * @param {object} options
   * @param {string} options.url the signing link (signing_url)
   * @param {Element | string} options.container an element, or a selector of it
   * @param {string} [options.title] what the frame is, for screen readers
   * @param {string} [options.returnUrl] where a trust service leads back to; without it, it opens in a new window
   * @param {(event: object) => void} [options.onReady]
   * @param {(event: object) => void} [options.onSigned]
   * @param {(event: object) => void} [options.onDeclined]
   * @param {(event: object) => void} [options.onError] with a reason
   * @returns {{ close: () => void }} close() removes the frame and everything in it
   */
  function embed(options) {
    const url = new URL(options.url)
    if (url.origin !== origin) throw new Error('Countersign: url is not a signing link of ' + origin)
    const container =
      typeof options.container === 'string' ? document.querySelector(options.container) : options.container
    if (!container) throw new Error('Countersign: container not found')
    if (options.returnUrl) url.searchParams.set('returnURL', new URL(options.returnUrl, location.href).href)

    const frame = document.createElement('iframe')
    frame.title = options.title || 'Sign document'
    // The page checks who shows it by the origin; the rest of your address stays yours.
    frame.referrerPolicy = 'origin'
    frame.style.cssText =
      'display:block;box-sizing:border-box;width:100%;height:100%;min-height:min(44rem,90vh);border:0'
    frame.src = url.href

    const handlers = {
      'countersign.ready': options.onReady,
      'countersign.signed': options.onSigned,
      'countersign.declined': options.onDeclined,
      'countersign.error': options.onError,
    }
    let heard = false
    let timer

    function receive(event) {
      const data = event.data
      if (event.origin !== origin || event.source !== frame.contentWindow) return
      if (!data || data.version !== 1 || !Object.prototype.hasOwnProperty.call(handlers, data.type)) return
      heard = true
      clearTimeout(timer)
      if (handlers[data.type]) handlers[data.type](data)
    }

    // A browser doesn't say that it refused to show a page in a frame: silence does.
    function watch() {
      if (heard) return
      timer = setTimeout(function () {
        const ids = { signatureRequestId: url.pathname.split('/')[2] || null, signatureId: null }
        const failed = { type: 'countersign.error', version: 1, ...ids, reason: 'not_shown' }
        if (options.onError) options.onError(failed)
      }, 20000)
    }

    window.addEventListener('message', receive)
    frame.addEventListener('load', watch, { once: true })
    container.appendChild(frame)

    return {
      close: function () {
        clearTimeout(timer)
        window.removeEventListener('message', receive)
        frame.remove()
      },
    }
  }

  window.Countersign = { embed: embed }
})()
