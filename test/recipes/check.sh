curl() { :; }
source ./recipe.sh
while IFS= read -r line || [ -n "$line" ]; do
  words=()
  while [[ $line == *$'\t'* ]]; do words+=("${line%%$'\t'*}"); line=${line#*$'\t'}; done
  words+=("$line")
  api_secret=${words[0]} count=$((2 * words[1]))
  query=("${words[@]:2:count}") body=("${words[@]:2+count}")
  sign
  printf '%s\t%s\n' "$(join encode "${query[@]}")" "$(join encode "${body[@]}")"
done
