-- A sender serves several countries, its home first; missing: its home alone. Which numbers are
-- theirs is generated. Machines of the former version go on: they still read a plan, and know no
-- countries.
alter table originator add column countries json;
update originator set countries = json_build_array(country);
alter table originator alter column plan
  set default '{"callingCode":"","nationalLengths":[7,8,9,10,11,12,13,14,15]}';
