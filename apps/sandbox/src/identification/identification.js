// The waiting room: after a moment the call begins, unless the person has gone on already.
const form = document.querySelector('#waiting')
const join = form?.querySelector('button[value="join"]')
setTimeout(() => form?.requestSubmit(join), 1500)
