-- What lists "as of a day" and dashboards ask of everybody in a company stands here: they read a tenth of what the people themselves take.
create index talentos_quadro on talentos (empresa_id, data_admissao, id)
  include (data_desligamento, situacao, sexo, vinculo, area_atual_id, cargo_atual_id, faixa_atual_id, estabelecimento_atual_id, salario_atual);
