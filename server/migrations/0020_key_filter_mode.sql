-- A key can have a filter mode of its own, for clients that cannot send one with each request.
alter table api_keys add column filter_mode text check (filter_mode in ('analyze', 'rebalance', 'strict'));
