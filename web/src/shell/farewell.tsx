import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Notice } from './notice.tsx'

/** Tells people once that their account has been deleted. */
export function Farewell() {
  const [params, setParams] = useSearchParams()
  const [isDeleted] = useState(() => params.get('account') === 'deleted')
  useEffect(() => {
    if (isDeleted) setParams({}, { replace: true })
  }, [isDeleted, setParams])
  if (!isDeleted) return null
  return (
    <div style={{ paddingTop: 24 }}>
      <Notice tone="good" title="Your account is deleted">
        Your keys no longer work, and we delete everything that belonged to the account.
      </Notice>
    </div>
  )
}
