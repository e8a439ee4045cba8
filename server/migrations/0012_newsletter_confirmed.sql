-- Nobody gets the newsletter before they have confirmed it from their own mailbox. Who is subscribed already stays so.
alter table newsletter add column confirmed_at timestamptz;
update newsletter set confirmed_at = subscribed_at;
create index newsletter_unconfirmed on newsletter (subscribed_at) where confirmed_at is null;
