-- How long each kind of token is valid, in one place: the texts that tell it are src/text/token_lifetimes.ts.
create or replace function auth.token_lifetime(genre text) returns interval
  language sql immutable
as $$
  select case genre
           when 'confirmation' then interval '30 days'
           when 'invitation' then interval '30 days'
           when 'rafraichissement' then interval '30 days'
           when 'reinitialisation' then interval '1 hour'
         end
$$;
comment on function auth.token_lifetime(text) is
  'How long a token is valid: of a mail by its genre, or rafraichissement for a refresh token. Null for another word.';
