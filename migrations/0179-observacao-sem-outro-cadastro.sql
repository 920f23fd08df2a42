-- A registration at the portal with the CPF of another candidate told so in its note, also whoever may not see documents; the record says it to the others.
update candidatos set observacao_rh = nullif(btrim(regexp_replace(observacao_rh,
  'Cadastrou-se no portal com o CPF [^\n]*?\(registro \d+\)\. Confira (os dois e una-os|se é a mesma pessoa antes de uni-los: quem fez este cadastro verá tudo o que ficar nele)\.',
  '', 'g'), E' \n'), '')
where observacao_rh like '%Cadastrou-se no portal com o CPF %(registro %';
