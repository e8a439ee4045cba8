/** Lets a mail program unsubscribe by itself, with a POST to the link (RFC 8058). */
function oneClick(link: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${link}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

export function confirmEmail(brandName: string, links: { confirm: string; unsubscribe: string }) {
  return {
    subject: `Confirm your subscription to news from ${brandName}`,
    text: [
      `Somebody asked for the ${brandName} newsletter with this email address.`,
      'If it was you, open this link within seven days to confirm it:',
      '',
      links.confirm,
      '',
      'If it was not you, you can ignore this email. We will not write again.',
      `To stop the newsletter later, open: ${links.unsubscribe}`,
    ].join('\n'),
    headers: oneClick(links.unsubscribe),
  }
}

export function stillSubscribedEmail(brandName: string, link: string) {
  return {
    subject: `Your ${brandName} account was deleted`,
    text: [
      'The account with this email address was deleted.',
      'You still get our newsletter, because it needs no account. To stop it, open:',
      '',
      link,
    ].join('\n'),
    headers: oneClick(link),
  }
}
