import { escaped } from '../http/escaped.ts'
import { field, page } from '../http/page.ts'
import type { Approval, ApprovalState } from './approvals.ts'

/** The page on which a tester declares that they want to sign. Works without a script. */
export function approvalPage(approval: Approval, wrong?: string): string {
  const { message, documents, needsPassword, to } = approval
  const list = documents.map((label) => `<li>${escaped(label)}</li>`).join('')
  return titled(
    `<p class="purpose">Simulates a trust service. ${escaped(message)}</p>
      ${wrong ? `<p class="wrong" role="alert">${escaped(wrong)}</p>` : ''}
      ${list ? `<h2>Documents to sign</h2><ul>${list}</ul>` : ''}
      <form method="post">
        ${needsPassword ? field('password', 'Password (anything except “wrong”)', 'type="password" autocomplete="current-password"') : ''}
        ${field('code', `Code sent to ${escaped(to)}`, 'inputmode="numeric" autocomplete="one-time-code" maxlength="6"')}
        <div class="choices">
          <button class="primary" type="submit" name="choice" value="approve">Sign</button>
          <button class="quiet" type="submit" name="choice" value="resend" formnovalidate>Send another code</button>
          <button class="quiet" type="submit" name="choice" value="cancel" formnovalidate>Cancel</button>
        </div>
      </form>`,
  )
}

const endings: Record<ApprovalState, string> = {
  open: 'Not finished yet.',
  approved: 'Approved. You can close this page.',
  cancelled: 'Cancelled. Nothing was signed.',
  locked: 'Too many incorrect codes. Nothing was signed.',
  expired: 'The code has expired. Nothing was signed.',
}

export function endPage(state: ApprovalState): string {
  return titled(`<p role="status">${endings[state]}</p>`)
}

const title = 'Approve a signature'
const titled = (content: string) => page({ title, heading: title, content })
