-- How much of a payment is VAT. Null if the payment provider did not say.
alter table billing_payments add column vat_cents bigint;
