import { useParams } from '@tanstack/react-router'
import { DirectSign } from './direct-sign.tsx'

/** The document of a link to look at, without signing. */
export function DirectSignPreviewPage() {
  const { id = '', userid = '' } = useParams({ strict: false })
  return <DirectSign key={`${id}/${userid}`} link={{ id, userid }} preview />
}
