-- By whose number the requests of an account are counted that its owner began from another of theirs; null: its own. No reference: that account may be gone.
alter table contas_externas add column contada_como bigint;
