const list = document.querySelector('#messages')
const status = document.querySelector('#status')
const pane = document.querySelector('#message')
const search = document.querySelector('#search')
const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit' })
const calendar = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})
const stroke = document.querySelector('.brand svg').innerHTML

let refreshes = 0

async function refresh() {
  refreshes += 1
  const mine = refreshes
  try {
    const response = await fetch(`/inbox/list?${new URLSearchParams({ search: search.value.trim() })}`)
    const messages = await response.json()
    // A slow earlier answer must not replace a later one.
    if (mine === refreshes) showList(messages)
  } catch {
    tell('The sandbox isn’t responding. Retrying automatically.', true)
  }
}

function showList(messages) {
  list.replaceChildren(...messages.map(listItem))
  tell(countOf(messages))
  if (currentId() === '') showNothing(messages.length === 0)
}

function countOf({ length }) {
  if (length > 0) return length === 1 ? '1 message' : `${length} messages`
  return search.value.trim() === '' ? 'No messages yet' : 'No messages match your search'
}

function listItem({ id, channel, to, subject, createdAt }) {
  const anchor = element('a', { href: `#${id}` }, [
    element('span', { className: 'to', textContent: to, dir: 'auto' }),
    time(createdAt),
    element('span', { className: 'subject' }, [
      ...(channel === 'sms'
        ? [element('span', { className: 'channel', textContent: 'Text message · ' })]
        : []),
      subject || '(no subject)',
    ]),
  ])
  if (id === currentId()) anchor.setAttribute('aria-current', 'true')
  return element('li', {}, [anchor])
}

async function showMessage() {
  const id = currentId()
  document.body.classList.toggle('reading', id !== '')
  for (const anchor of list.querySelectorAll('a')) {
    anchor.toggleAttribute('aria-current', anchor.hash === location.hash && id !== '')
    if (anchor.hasAttribute('aria-current')) anchor.setAttribute('aria-current', 'true')
  }
  if (id === '') return showNothing(list.children.length === 0)
  const response = await fetch(`/api/messages/${encodeURIComponent(id)}`).catch(() => undefined)
  if (id !== currentId()) return
  if (response?.ok !== true) return showGone()
  pane.replaceChildren(...messageParts(await response.json()))
  pane.focus({ preventScroll: true })
  if (document.body.classList.contains('reading')) scrollTo(0, 0)
}

function messageParts(message) {
  const { id, channel, to, replyTo, subject, text, html, links, attachments, createdAt } = message
  const body = html === '' ? element('pre', { textContent: text, dir: 'auto' }) : mailFrame(id)
  const facts = [
    ...fact('To', to),
    ...(replyTo ? fact('Reply-To', replyTo) : []),
    ...fact('Received', new Date(createdAt).toLocaleString()),
    ...fact('Channel', channel === 'sms' ? 'Text message' : 'Email'),
    ...attachments.flatMap(({ filename, contentType, size }) =>
      fact('Attachment', `${filename || '(no name)'} · ${contentType} · ${size.toLocaleString()} bytes`),
    ),
  ]
  const parts = [
    element('a', { className: 'link-button quiet back', href: '#', textContent: '‹ All messages' }),
    element('h2', { textContent: subject || (channel === 'sms' ? 'Text message' : '(no subject)') }),
    element('dl', { className: 'facts' }, facts),
    element('ul', { className: 'links', ariaLabel: 'Links in this message' }, links.map(linkItem)),
    body,
  ]
  if (html !== '' && text !== '') {
    const plain = element('pre', { textContent: text, dir: 'auto' })
    parts.push(element('details', {}, [element('summary', { textContent: 'Plain text' }), plain]))
  }
  return parts.filter((part) => part.className !== 'links' || links.length > 0)
}

/** Foreign HTML: no script, no access to this page; its own policy forbids it every request (see routes.ts). */
function mailFrame(id) {
  const frame = element('iframe', { title: 'The email as the recipient sees it', src: `/inbox/${id}/body` })
  frame.setAttribute('sandbox', 'allow-popups allow-popups-to-escape-sandbox')
  return frame
}

function linkItem(link) {
  const anchor = element('a', {
    href: link,
    target: '_blank',
    rel: 'noreferrer',
    textContent: link,
    title: link,
  })
  return element('li', {}, [anchor])
}

function fact(name, value) {
  return [element('dt', { textContent: name }), element('dd', { textContent: value })]
}

function showNothing(isEmpty) {
  const words = isEmpty
    ? 'No messages yet. Request a signature or sign up, and the email appears here.'
    : 'Select a message to read it.'
  pane.replaceChildren(emptyState(words))
}

function showGone() {
  const back = element('a', { className: 'link-button quiet', href: '#', textContent: 'Show all messages' })
  const state = emptyState('This message is no longer available: only the latest 1,000 are kept.')
  state.append(back)
  pane.replaceChildren(state)
}

function emptyState(words) {
  const drawing = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  drawing.setAttribute('viewBox', '0 0 32 32')
  drawing.setAttribute('aria-hidden', 'true')
  drawing.innerHTML = stroke
  return element('div', { className: 'empty' }, [drawing, element('p', { textContent: words })])
}

function time(createdAt) {
  const at = new Date(createdAt)
  const isToday = at.toDateString() === new Date().toDateString()
  return element('time', { dateTime: createdAt, textContent: (isToday ? clock : calendar).format(at) })
}

function tell(words, isError = false) {
  status.textContent = words
  status.classList.toggle('error', isError)
}

function currentId() {
  return location.hash.slice(1)
}

function element(name, properties, children = []) {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children)
  return made
}

document.querySelector('#clear').addEventListener('click', async () => {
  if (!confirm('Delete all messages?')) return
  await fetch('/api/messages', { method: 'DELETE' })
  location.hash = ''
})
search.addEventListener('input', refresh)
addEventListener('hashchange', showMessage)

const events = new EventSource('/inbox/events')
events.addEventListener('message', refresh)
// Also after a connection that was lost: messages may have come meanwhile.
events.addEventListener('open', refresh)
events.addEventListener('error', () => tell('Connection lost. Retrying automatically.', true))

await showMessage()
