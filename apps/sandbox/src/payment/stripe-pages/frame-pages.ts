/** HTML of a frame; its texts come with the language that the parent asks for. */
const frame = (title: string, module: string, content: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title}</title>
    <link rel="stylesheet" href="/elements/frames/frames.css" />
    <script type="module" src="/elements/frames/${module}.js"></script>
  </head>
  <body>
    ${content}
  </body>
</html>
`

const input = (name: string, label: string, autocomplete: string, placeholder: string): string =>
  `<label class="Label" for="${name}" data-words="${name}">${label}</label>
        <div class="Box">
          <input class="Input" id="${name}" name="${name}" inputmode="numeric" autocomplete="${autocomplete}"
            placeholder="${placeholder}" aria-describedby="${name}-error" />${name === 'number' ? '<span class="Brand" id="brand"></span>' : ''}
        </div>
        <p class="Error" id="${name}-error" role="alert"></p>`

export const paymentFrame = frame(
  'Secure payment input frame',
  'payment',
  `<main class="Form">
      <div class="Field Field--wide">
        ${input('number', 'Card number', 'cc-number', '1234 1234 1234 1234')}
      </div>
      <div class="Field">
        ${input('expiry', 'Expiration date', 'cc-exp', 'MM / YY')}
      </div>
      <div class="Field">
        ${input('cvc', 'Security code', 'cc-csc', 'CVC')}
      </div>
      <div class="Field Field--wide">
        <label class="Label" for="country" data-words="country">Country</label>
        <select class="Input" id="country" name="country" autocomplete="country"></select>
      </div>
      <p class="Terms" id="terms" hidden></p>
    </main>`,
)

export const authenticationFrame = frame(
  'Authenticate your card',
  'authentication',
  `<main class="Authentication">
      <h1 tabindex="-1" data-words="authenticate">3D Secure 2 test page</h1>
      <p data-words="authenticateText">This is a test page for card authentication. Choose how the customer answers.</p>
      <div class="Choices">
        <button class="Primary" type="button" value="complete" data-words="complete">Complete authentication</button>
        <button type="button" value="fail" data-words="fail">Fail authentication</button>
      </div>
    </main>`,
)
