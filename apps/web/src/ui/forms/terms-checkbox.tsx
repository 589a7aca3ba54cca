import { Trans } from '@lingui/react/macro'
import type { ComponentProps } from 'react'
import { paths } from '#web/lib/paths.ts'
import { AppLink } from '../app-link.tsx'
import { Checkbox } from './checkbox.tsx'

/** The terms, to be read in another tab and accepted here. */
export function TermsCheckbox(props: Omit<ComponentProps<typeof Checkbox>, 'label'>) {
  return (
    <Checkbox
      {...props}
      label={
        <Trans>
          I accept the{' '}
          <AppLink
            to={paths.terms()}
            target="_blank"
            rel="noopener"
            className="font-medium text-accent underline"
          >
            terms of use
          </AppLink>
        </Trans>
      }
    />
  )
}
