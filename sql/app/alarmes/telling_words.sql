create or replace function app.telling_words(text text) returns text
  language sql immutable strict parallel safe
as $$
  select btrim(regexp_replace(request.plain(text), '\m(?:en train de?|d|de|du|des|le|la|les|l|un|une|au|aux|a|en|dans|sur|et|avec)\M *', '', 'g'))
$$;
comment on function app.telling_words(text) is
  'A text in plain form for comparisons (request.plain), without articles and prepositions.';
