-- Dois usuários do PostgreSQL para o Vínculo: vinculo_dono, dono das tabelas (DATABASE_OWNER_URL), e vinculo, com que o programa trabalha (DATABASE_URL).
-- Serve para um banco de dados novo e para um em que vinculo é o dono de tudo; pode ser executado de novo. O programa fica parado enquanto isso.
--
--   psql -h servidor -U postgres -v senha=… -v senha_dono=… -f scripts/papeis.sql
--
-- Outro nome de banco de dados: -v banco=outro.
\set ON_ERROR_STOP on
\if :{?banco} \else \set banco vinculo \endif

select 'create role vinculo_dono' where not exists (select from pg_roles where rolname = 'vinculo_dono') \gexec
select 'create role vinculo' where not exists (select from pg_roles where rolname = 'vinculo') \gexec
alter role vinculo_dono login nosuperuser nocreatedb nocreaterole password :'senha_dono';
alter role vinculo login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password :'senha';
-- O que o PostgreSQL escreve de um comando recusado cita dados de pessoas.
alter role vinculo set log_min_messages = 'log';
alter role vinculo_dono set log_min_messages = 'log';
alter role vinculo set log_min_error_statement = 'panic';
alter role vinculo_dono set log_min_error_statement = 'panic';

select format('create database %I owner vinculo_dono template template0 encoding ''UTF8''', :'banco')
where not exists (select from pg_database where datname = :'banco') \gexec
\connect :banco
-- O banco de dados, o esquema, as tabelas e tudo o mais que era de vinculo. Os direitos dele vêm na próxima partida do programa.
reassign owned by vinculo to vinculo_dono;
alter database :"banco" owner to vinculo_dono;
revoke create on schema public from public;
-- Uma tabela temporária com o nome da trilha receberia as linhas dela.
revoke temporary on database :"banco" from public;
grant create, usage on schema public to vinculo_dono;
-- Objetos grandes guardam bytes que não estão em tabela nenhuma e que nenhum limite conta.
select format('revoke execute on function %s from public', oid::regprocedure)
from pg_proc where pronamespace = 'pg_catalog'::regnamespace and proname ~ '^lo(_|read$|write$)' \gexec
