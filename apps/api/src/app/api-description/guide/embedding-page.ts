import { updateEmbedding } from '@countersign/contract/embedding.ts'
import { createRequestV2 } from '@countersign/contract/integration/signature-requests.ts'
import { call, type GuidePage, heading, shell, text } from './blocks.ts'
import { example, findBusiness } from './example.ts'

/** A whole page; the tests open it in a browser, on another website (e2e/embedding.spec.ts). */
export const embeddingExample = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Your contract</title>
<h1>Your contract</h1>
<p id="status" role="status">Loading …</p>
<div id="contract"></div>
<script src="{origin}/embed/v1.js"></script>
<script>
  const say = (text) => (document.getElementById('status').textContent = text)
  const signing = Countersign.embed({
    url: 'SIGNING_URL',
    container: '#contract',
    title: 'Sign your contract',
    onReady: () => say('Please read and sign.'),
    onSigned: () => {
      signing.close()
      say('Thank you, you have signed.')
    },
    onDeclined: () => {
      signing.close()
      say('You declined to sign.')
    },
    onError: ({ reason }) => say('This contract can’t be signed here: ' + reason),
  })
</script>
</html>`

export const embedding: GuidePage = {
  path: '/docs/embedding',
  title: 'Embed signing',
  lead: 'Show a signing link in a frame of your own website. Signers don’t leave it, and your page is told when they have signed.',
  blocks: [
    heading('Before you start'),
    text(
      'Sign in as an administrator of your business and as an API user ([Authentication](/docs/authentication)): the calls below need their tokens as `TOKEN` and `API_TOKEN`. Set the address of this installation, who signs, and the document, and get the id of your business.',
    ),
    shell('COUNTERSIGN={origin}\nSIGNER=luc.favre@example.org\nPDF=$(base64 < contract.pdf | tr -d "\\n")'),
    call(findBusiness),
    heading('1. Allow your website'),
    text(
      'An administrator lists your websites under Business, API users, Embedding, or makes this call with an administrator’s token. Only these may show signing pages in a frame, and only those of requests that your business sends. `http` is accepted for `localhost` only.',
    ),
    call(
      example(updateEmbedding, {
        params: { id: '$BUSINESS' },
        body: { origins: ['https://portal.example.com', 'http://localhost:3000'] },
      }),
    ),
    heading('2. Get the signing link'),
    text(
      'Send the request as an API user. `signing_url` in the response is the link of each signer without an account. It lets anyone sign: give it only to the signer it belongs to. Signers with an account sign in first, which isn’t shown in a frame: open their link in a new window.',
    ),
    call(
      example(
        createRequestV2,
        {
          body: {
            quality: 'SES',
            title: 'Rental contract',
            content: '$PDF',
            signatures: [
              {
                account_email: '$SIGNER',
                signer_identity_data: { email_address: '$SIGNER', first_name: 'Luc', last_name: 'Favre' },
              },
            ],
          },
        },
        { token: 'API_TOKEN', keep: { SIGNING_URL: 'signatures.0.signing_url' } },
      ),
    ),
    heading('3. Show it'),
    text('A complete page. Put the signing link in place of `SIGNING_URL`.'),
    shell(embeddingExample),
    text(
      '`container` is an element or a selector. The frame takes its width and, if it is high enough, its height: the frame is at least 44 rem high, or 90% of a shorter window. `title` tells screen readers what the frame is. `close()` removes the frame: call it before you show another person’s link.',
    ),
    heading('Events'),
    text(
      'Each handler gets `type`, `version` (1), `signatureRequestId` and `signatureId` (null if the link opened nothing). They never contain a secret, and are posted to your website only. Events follow the state of the request: a signer who comes back after signing causes `ready` and `signed` again. Treat them as a hint for your page, and let your server get the status by the API before it relies on a signature.',
    ),
    text(
      '`onReady` (`countersign.ready`): the document is shown. `onSigned` (`countersign.signed`): the signer has signed; others may still have to. `onDeclined` (`countersign.declined`): a signer declined, which ends the request.',
    ),
    text(
      '`onError` (`countersign.error`): the document can’t be signed by this link, and `reason` says why: `withdrawn`, `expired`, `failed`, `delegated`, `link_invalid`, `unavailable` (the page couldn’t load), `not_shown` (after 20 seconds without an answer: your website isn’t allowed, or the link is wrong). Errors that signers can correct, such as a wrong code, are shown in the frame and cause no event.',
    ),
    text(
      'Without the script, listen to `message` events of the window. Check that `event.origin` is `{origin}` and `event.source` is your frame, and give the frame `referrerpolicy="origin"`.',
    ),
    heading('Trust services and identity verification'),
    text(
      'Trust services and identity verification providers refuse to be shown in a frame, so signers can see whose page they are on. Their pages open in a new window, and the frame continues when they are done. Set `returnUrl` to let a trust service take the place of your page instead; the signer then returns to that address, where you show the same link again. It must be on one of your allowed websites.',
    ),
    heading('What stays on a shared device'),
    text(
      'In a frame, Countersign stores nothing in the browser: no cookies, no local storage. So it also works where browsers block third-party storage, and the next person on the same device sees nothing of the previous one. What people type into forms the browser itself may remember: turn its autofill off on a shared device. The `exitURL` parameters of a link redirect the frame, never your page.',
    ),
  ],
}
