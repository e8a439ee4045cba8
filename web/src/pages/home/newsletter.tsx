import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useClient } from '../../api.ts'
import { Trouble } from '../../shell/trouble.tsx'
import { messageFor } from '../../shell/words.ts'
import classes from './home.module.css'

export function Newsletter() {
  const client = useClient()
  const [email, setEmail] = useState('')
  const subscribe = useMutation({ mutationFn: () => client.subscribeNewsletter(email) })
  const wrong = messageFor(subscribe.error, 'email')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    subscribe.mutate()
  }
  if (subscribe.isSuccess) {
    return (
      <p className={classes.fine} role="status">
        Thank you. Open the link in our email to {email} to confirm. If you are subscribed already, there is nothing to
        do.
      </p>
    )
  }
  return (
    <form onSubmit={submit} noValidate className={classes.newsletter}>
      <label htmlFor="newsletter-email">
        What’s new, by email, at most once a month. You can unsubscribe with one click.
      </label>
      <div>
        <input
          id="newsletter-email"
          type="email"
          autoComplete="email"
          placeholder="you@example.com"
          value={email}
          aria-invalid={wrong ? true : undefined}
          aria-describedby={wrong ? 'newsletter-error' : undefined}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <button type="submit" className={classes.button} disabled={subscribe.isPending}>
          Subscribe
        </button>
      </div>
      {wrong && (
        <p id="newsletter-error" role="alert" className={classes.wrong}>
          {wrong}
        </p>
      )}
      <Trouble error={subscribe.error} fields={['email']} />
    </form>
  )
}
