-- Definer: those who have a link may see this one alarm, and no other.
create or replace function app.describe_lien(token bytea) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_alarme_id constant bigint := app.open_lien(token);
begin
  return (
    select json_build_object(
             'sis', s.nom,
             'nom_prenom', p.nom_prenom,
             'date', to_char(a.date at time zone s.fuseau, 'DD.MM.YYYY HH24:MI'),
             'type', a.type,
             'code', a.code,
             'adresse', a.adresse,
             'complement', a.complement,
             'description', a.description,
             'location_wgs84', coalesce(a.lat || ',' || a.lon, ''),
             'ouverte', now() <= a.date + make_interval(mins => s.duree_reponse),
             'reponse', (
               select r.reponse
                 from app.reponses_alarmes r
                where r.sis_key = a.sis_key
                  and r.alarme_id = a.id
                  and r.sapeur_id = request.sapeur_id()
                  and r.reponse in ('vient', 'plus_tard', 'ne_vient_pas')
                order by r.id desc
                limit 1
             )
           )
      from app.alarmes a
      join app.sis s on s.sis_key = a.sis_key
      left join app.sapeurs p on p.sis_key = a.sis_key and p.id = request.sapeur_id()
     where a.sis_key = request.sis_key()
       and a.id = v_alarme_id
  );
end;
$$;
comment on function app.describe_lien(bytea) is
  'Content of the page of a link: the alarm, the sapeur asked, their last answer, and whether they can still answer; null without such a link. Definer: those who have a link may see this one alarm, and no other.';
grant execute on function app.describe_lien(bytea) to caserne_api;
