-- in batches
-- False was the default of mm7_text_xml, and stood for no choice.
with batch as (
  select id from account where id > $1 order by id limit 1000),
done as (
  update account set mm7_text_xml = null from batch
  where account.id = batch.id and not account.mm7_text_xml)
select max(id) as key from batch;
