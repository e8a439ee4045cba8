-- From which network a key was used last, so that its owner can recognise a use that is not theirs.
alter table api_keys add column last_used_address text;
